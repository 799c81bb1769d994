/** How services are reached, English. */
export const enNetwork = {
  'network.proxy': 'Proxy',
  'network.proxy.system': 'Same as system',
  'network.proxy.none': 'None',
  'network.proxy.hint':
    'Choose “None” if the venue’s proxy does not work. Services on this computer are always reached directly.',
  'network.routes': 'Connections',
  'network.route.direct': 'directly',
  'network.route.proxy': 'via {{proxy}}',
  'network.route.unsupported':
    'not reachable: the system has only non-HTTP proxies (SOCKS is not supported). Set an HTTP proxy there, or choose “None”.',
  'network.route.unanswered': 'waiting for the system',
  'network.certificates': 'Certificates',
  'network.certificates.system_one': '{{number}} certificate of the operating system trusted.',
  'network.certificates.system_other': '{{number}} certificates of the operating system trusted.',
  'network.certificates.noSystem':
    'The certificates of the operating system could not be read. Racedesk trusts its built-in ones.',
  'network.certificates.what': 'If your organization or venue signs its own certificates, add its authority here.',
  'network.certificate.add': 'Add certificate file…',
  'network.certificate.issuer': 'signed by {{name}}',
  'network.certificate.until': 'valid until {{date}}',
  'network.certificate.expired': 'expired on {{date}}',
  'network.certificate.early': 'not valid before {{date}}',
  'network.certificate.elsewhere': 'added in the browser, not trusted in this window yet',
  'network.certificate.trust': 'Trust…',
  'network.certificate.remove': 'Remove',
  'network.certificate.remove.title': 'Remove certificate “{{name}}”?',
  'network.certificate.remove.what':
    'Services that need it become unreachable at once. Stored results stay. To undo this, add the file again.',
  'network.certificate.refused':
    'Choose a PEM, CRT or CER file with certificates only. This file contains other data or a private key. Nothing was stored.',
  'status.portal': 'sign-in needed',
} as const
