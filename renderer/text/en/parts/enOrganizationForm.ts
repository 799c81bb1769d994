/** The form of an organization, loaded with it. */
export const enOrganizationForm = {
  'connect.name.hint': 'Optional. The name your crew uses.',
  'connect.baseUrl.hint':
    'Address of the event service, without /v3 at the end. The access key goes to this address only.',
  'connect.accessKey.hint': 'Stored in the system keychain; not shown again after saving.',
  'connect.accessKey.hintSession': 'Not shown again after saving.',
  'profile.baseUrl.hint': 'If you change the address, enter the access key again.',
  'profile.resultsUrl.hint': 'Optional. Racedesk proposes it from the first links of a stage.',
  'connect.resultsKey.hint': 'Needs the results URL. Without it, Racedesk asks at the first download.',
  'profile.name.refused': 'Choose another name: this one is in use or too long.',
  'profile.header.refused': 'Use Latin letters, digits and hyphens. The name must be unique and not set by Racedesk.',
  'profile.extraHeaders.value.refused':
    'Use Latin letters, digits and symbols only. A header for the results service also needs the results URL.',
  'profile.advanced': 'Advanced',
  'profile.accessHeader': 'Access key header',
  'profile.resultsHeader': 'Results key header',
  'profile.extraHeaders': 'Extra headers',
  'profile.extraHeaders.hint': 'Sent with every request to the chosen service. Values are secrets, like keys.',
  'profile.extraHeaders.add': 'Add header',
  'profile.extraHeaders.name': 'Header name',
  'profile.extraHeaders.value': 'Value',
  'profile.extraHeaders.kept': 'stored',
  'profile.extraHeaders.service': 'Sent to',
  'profile.extraHeaders.remove': 'Remove header {{name}}',
  'profile.saved': 'Saved',
  'profile.discard': 'Discard changes',
} as const
