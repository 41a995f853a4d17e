"""What the rules of all games share: hands, tricks, options, commands, the score sheet."""
