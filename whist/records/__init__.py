"""Game records: written, played again, as PBN, and played at random."""
