import { storageErrorOf } from './databaseFile.ts'

/** Runs optional clean-up; without write access it is left to a later start. */
export const whereWritable = (path: string, write: () => void): void => {
  try {
    write()
  } catch (thrown) {
    if (storageErrorOf(thrown, path).cause === undefined) throw thrown
  }
}
