/** How the app renews itself. */
export const enUpdates = {
  'updates.title': 'Updates',
  'updates.switch': 'Check for updates',
  'updates.switch.on': 'In the background',
  'updates.switch.off': 'Never',
  'updates.hint.self':
    'New versions are downloaded only when you choose to and installed when you quit, never while a stage is watched or a job is running.',
  'updates.hint.package': 'This copy was installed as a package: Racedesk only shows when a newer one is available.',
  'updates.way.not-here': 'Racedesk cannot be updated from here. Update the copy it was started from.',
  'updates.way.not-installed': 'This copy was not installed, so it cannot update itself.',
  'updates.way.no-address': 'This build has no update address, so it does not check for updates.',
  'updates.never': 'Not checked yet',
  'updates.newest': 'Up to date (checked {{time}})',
  'updates.checking': 'Checking for updates',
  'updates.out': 'Version {{version}} is available',
  'updates.outAsPackage': 'Version {{version}} is available; install its package the way you installed this one',
  'updates.downloading': 'Downloading version {{version}}: {{percent}}%',
  'updates.progress': 'Update download',
  'updates.ready': 'Version {{version}} is downloaded and will be installed when you quit',
  'updates.held': 'A stage is being watched or a job is running. Updates wait until it ends.',
  'updates.check': 'Check now',
  'updates.download': 'Download',
  'updates.failed.check': 'Checking for updates failed ({{time}})',
  'updates.failed.download': 'The download failed ({{time}})',
  'updates.failed.install': 'The new version was not installed at the last quit ({{time}})',
  'updates.fault.unreachable':
    'The update address could not be reached. This version keeps working. Check again when the network is better.',
  'updates.fault.missing':
    'The update was not found at the update address. This version keeps working. Check again later.',
  'updates.fault.unreadable':
    'The reply does not describe a version: the network may require a sign-in. Nothing was installed. Check again later.',
  'updates.fault.tampered':
    'The file did not match the announced version and was deleted. This version keeps working. Check again later; if this happens again, tell your supplier of Racedesk.',
  'updates.fault.disk': 'The file could not be written. Nothing was changed. Free some disk space and download again.',
  'updates.fault.unknown':
    'The update failed; the log in the data folder may show why. This version keeps working. Check again later.',
} as const
