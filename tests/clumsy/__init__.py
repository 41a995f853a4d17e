"""Clumsy evenings: simulated people who do, at random, what people do; nobody is ever stuck, nothing is lost."""
