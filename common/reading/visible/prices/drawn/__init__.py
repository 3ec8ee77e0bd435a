"""Prices as elements draw them: in small cents, in pieces, beside a struck amount or a number of pieces."""
