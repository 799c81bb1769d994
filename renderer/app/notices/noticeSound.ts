/** Between two sounds, in ms: a burst of notices rings once. */
const QUIET_MS = 3_000

/** Two notes: their frequency in Hz, and when each begins and how long it lasts, in seconds. */
const NOTES = [
  { hz: 660, from: 0, lasts: 0.12 },
  { hz: 880, from: 0.12, lasts: 0.25 },
] as const

let playedAt = Number.NEGATIVE_INFINITY

/** A short, soft sound. A browser keeps silent until its user has pressed something on the page. */
export const playNoticeSound = (): void => {
  if (performance.now() - playedAt < QUIET_MS) return
  playedAt = performance.now()
  const audio = new AudioContext()
  for (const { hz, from, lasts } of NOTES) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const startsAt = audio.currentTime + from
    tone.frequency.value = hz
    volume.gain.setValueAtTime(0.2, startsAt)
    // Fades, since a tone that is cut clicks; zero cannot be reached on this curve.
    volume.gain.exponentialRampToValueAtTime(0.001, startsAt + lasts)
    tone.connect(volume).connect(audio.destination)
    tone.start(startsAt)
    tone.stop(startsAt + lasts)
    if (hz === NOTES[1].hz) tone.addEventListener('ended', () => void audio.close())
  }
}
