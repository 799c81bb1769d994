/** As high as any screen shows it. */
const HIGHEST = 400
const WIDEST = 1_600
/** More than any camera takes; a small file may claim so many that the page would stop for a minute. */
const MOST_PIXELS = 120_000_000

const load = (file: File): Promise<HTMLImageElement | null> =>
  new Promise((resolve) => {
    const image = new Image()
    const url = URL.createObjectURL(file)
    const end = (loaded: HTMLImageElement | null) => () => {
      URL.revokeObjectURL(url)
      resolve(loaded)
    }
    image.onload = end(image)
    image.onerror = end(null)
    image.src = url
  })

/** The picture as a data URL of at most so many characters; null for a file that is no picture, or too intricate a one. */
export const readPicture = async (file: File, longest: number): Promise<string | null> => {
  const image = await load(file)
  if (image === null || image.naturalWidth === 0) return null
  if (image.naturalWidth * image.naturalHeight > MOST_PIXELS) return null
  const canvas = document.createElement('canvas')
  const drawn = canvas.getContext('2d')
  // A PNG keeps what is transparent; a photograph needs fewer pixels, or JPEG.
  for (const part of [1, 0.5, 0.25]) {
    const scale = Math.min(1, (part * HIGHEST) / image.naturalHeight, (part * WIDEST) / image.naturalWidth)
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    drawn?.drawImage(image, 0, 0, canvas.width, canvas.height)
    for (const url of urlsOf(canvas)) if (url.length <= longest) return url
  }
  return null
}

/** None of a drawing with parts of HTML in it, which the browser gives to nobody. */
const urlsOf = (canvas: HTMLCanvasElement): readonly string[] => {
  try {
    return [canvas.toDataURL('image/png'), canvas.toDataURL('image/webp', 0.9)]
  } catch {
    return []
  }
}
