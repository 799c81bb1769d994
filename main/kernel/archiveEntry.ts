/** An entry as the archive's own directory describes it, which may be lying. */
export type ArchiveEntry = {
  readonly path: string
  readonly sizeBytes: number
  readonly isEncrypted: boolean
  readonly isLink: boolean
}
