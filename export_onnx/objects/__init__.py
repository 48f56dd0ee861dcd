"""The object detector that ships with the program, from a package that carries its weights."""
