/** How the app renews itself. */
export const enUpdates = {
  'updates.title': 'Updates',
  'updates.switch': 'Look for newer versions',
  'updates.switch.on': 'In the background',
  'updates.switch.off': 'Never',
  'updates.hint.self':
    'A newer version is downloaded only when you say so and installed when you quit; neither happens while a stage is watched or work is running.',
  'updates.hint.package': 'This copy came as a package: Racedesk only tells you when a newer one is out.',
  'updates.way.not-here':
    'This face cannot renew itself. It is as new as the copy of Racedesk that it was started from.',
  'updates.way.not-installed': 'This copy was not installed, so it does not renew itself.',
  'updates.way.no-address': 'This build knows no address for updates, so it looks for none.',
  'updates.never': 'Not looked for yet',
  'updates.newest': 'This was the newest version at {{time}}',
  'updates.checking': 'Looking for a newer version',
  'updates.out': 'Version {{version}} is out',
  'updates.outAsPackage': 'Version {{version}} is out; install its package as you installed this one',
  'updates.downloading': 'Downloading version {{version}}: {{percent}} %',
  'updates.progress': 'Download of the newer version',
  'updates.ready': 'Version {{version}} is downloaded and will be installed when you quit',
  'updates.held': 'A stage is watched or work is running. Until that ends nothing is downloaded or installed.',
  'updates.check': 'Look now',
  'updates.download': 'Download',
  'updates.failed.check': 'Looking for a newer version failed at {{time}}',
  'updates.failed.download': 'The download failed at {{time}}',
  'updates.failed.install': 'The newer version was not installed when Racedesk was quit at {{time}}',
  'updates.fault.unreachable':
    'The address for updates could not be reached. This version goes on working; look again when the network is better.',
  'updates.fault.missing':
    'The address answered, but what was asked for is not there. This version goes on working; look again later.',
  'updates.fault.unreadable':
    'What came is not a description of a version: the network may want you to sign in first. Nothing of it was used; look again later.',
  'updates.fault.tampered':
    'The file is not the one that was announced, so it was thrown away. This version goes on working; look again later, and tell whoever gave you Racedesk if it happens again.',
  'updates.fault.disk': 'The file could not be written. Nothing was changed; make room on the disk and download again.',
  'updates.fault.unknown':
    'If the cause is known, it stands in the log in the data folder. This version goes on working; look for the newer one again later.',
} as const
