/** As high as any screen shows it. */
const HIGHEST = 400
const WIDEST = 1_600
/** More than any camera takes; a small file may claim so many that the page would stop for a minute. */
const MOST_PIXELS = 120_000_000

/** The page may show pictures by `data:` and by no other address that it makes. */
const dataUrlOf = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })

const load = (url: string): Promise<HTMLImageElement | null> =>
  new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => resolve(null)
    image.src = url
  })

/** The picture as a data URL of at most so many characters; null for a file that is no picture, or too intricate a one. */
export const readPicture = async (file: File, longest: number): Promise<string | null> => {
  const url = await dataUrlOf(file)
  const image = url === null ? null : await load(url)
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
    for (const drawing of [canvas.toDataURL('image/png'), canvas.toDataURL('image/webp', 0.9)]) {
      if (drawing.length <= longest) return drawing
    }
  }
  return null
}
