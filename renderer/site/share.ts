/** By the system's own sheet where there is one, else the link is copied. */
export const shareLink = async (title: string, tellCopied: () => void): Promise<void> => {
  const url = location.href
  const system: { share?: (data: ShareData) => Promise<void>; clipboard?: Clipboard } = navigator
  try {
    if (system.share !== undefined) await system.share({ title, url })
    else if (system.clipboard !== undefined) {
      await system.clipboard.writeText(url)
      tellCopied()
    }
  } catch {
    // The reader has closed the sheet, or the browser forbids it.
  }
}
