import { randomBytes } from 'node:crypto'

/** 32 letters and digits; none looks like another, since people type addresses with the remote control of a television. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The secret part of a screen's address: 110 random bits. */
export const makeScreenSecret = (): string =>
  [...randomBytes(22)].map((byte) => alphabet[byte % alphabet.length]).join('')
