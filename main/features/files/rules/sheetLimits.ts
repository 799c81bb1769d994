/** Limits of a sheet: lines below the header and the two rows above it, columns, characters of a text, bytes of its part with room for the end. */
export const sheetLimits = {
  rows: 1_048_573,
  columns: 16_384,
  textLength: 32_767,
  sizeBytes: 2 ** 32 - 2 ** 20,
} as const
