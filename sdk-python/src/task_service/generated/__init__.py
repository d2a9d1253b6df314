"""Written by `npm run gen`."""
