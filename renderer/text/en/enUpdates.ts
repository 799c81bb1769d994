/** How the app renews itself. */
export const enUpdates = {
  'updates.title': 'Updates',
  'updates.switch': 'Check for updates',
  'updates.switch.on': 'In the background',
  'updates.switch.off': 'Never',
  'updates.hint.self':
    'A new version is downloaded only when you say so and installed when you quit, and never while a stage is being watched or work is running.',
  'updates.hint.package': 'This copy came as a package: Racedesk only tells you when a newer one is out.',
  'updates.way.not-here': 'Racedesk cannot be updated from here. Update the copy it was started from.',
  'updates.way.not-installed': 'This copy was not installed, so it cannot update itself.',
  'updates.way.no-address': 'This build has no update address, so it does not check for updates.',
  'updates.never': 'Not checked yet',
  'updates.newest': 'Up to date when checked at {{time}}',
  'updates.checking': 'Checking for updates',
  'updates.out': 'Version {{version}} is available',
  'updates.outAsPackage': 'Version {{version}} is available; install its package the way you installed this one',
  'updates.downloading': 'Downloading version {{version}}: {{percent}} %',
  'updates.progress': 'Download of the new version',
  'updates.ready': 'Version {{version}} is downloaded and will be installed when you quit',
  'updates.held': 'A stage is being watched or work is running. Nothing is downloaded or installed until that ends.',
  'updates.check': 'Check now',
  'updates.download': 'Download',
  'updates.failed.check': 'Checking for updates failed at {{time}}',
  'updates.failed.download': 'The download failed at {{time}}',
  'updates.failed.install': 'The new version was not installed when you quit Racedesk at {{time}}',
  'updates.fault.unreachable':
    'The update address could not be reached. This version keeps working; check again when the network is better.',
  'updates.fault.missing':
    'The update address answered, but the update is not there. This version keeps working; check again later.',
  'updates.fault.unreadable':
    'The answer does not describe a version: the network may want you to sign in first. Nothing of it was used; check again later.',
  'updates.fault.tampered':
    'The file is not the one that was announced, so it was thrown away. This version keeps working; check again later, and if it happens again, tell whoever gave you Racedesk.',
  'updates.fault.disk': 'The file could not be written. Nothing was changed; free some disk space and download again.',
  'updates.fault.unknown':
    'The log in the data folder may say why. This version keeps working; check for updates again later.',
} as const
