/** Log messages without values. */
export const logMessages = {
  movedAside: 'The database was damaged and moved aside',
  databaseDamaged: 'Part of the database is damaged',
  damagedReply: 'A stored reply is damaged and left out until the next download',
  storageStopped: 'Nothing can be stored: the data folder cannot be written',
  workUnended: 'Work did not stop in time; closing did not wait for it',
  keychainModule: 'The keychain module did not load',
  oneTimeUsedAgain: 'The one-time link of the browser face was used a second time',
  oneTimeOtherUser: 'Another user of the computer tried the one-time link of the browser face',
  noticeNotShown: 'The system did not show a notification; the app shows its own instead',
} as const
