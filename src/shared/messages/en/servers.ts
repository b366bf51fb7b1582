/** Servers that the Studio connects to. */
export const servers = {
  'server.name': 'Enter a name for the server.',
  'server.address': 'Enter the address of the server: its name, and its port where it has one, without a path.',
  'server.key': 'Enter an API key of the server. A changed address needs its key again.',
  'server.missing': 'This server was deleted.',
  'server.in_use': 'This server is in use. Switch to another connection first.',
  'server.no_such_host': ['There is no computer named “{host}”. Check the address and the network.', 'host'],
  'server.refused': ['No program listens at {address}. Check the port, and that the server is running.', 'address'],
  'server.unreachable': ['{address} does not respond. Check the address, the network and the firewall.', 'address'],
  'server.no_tls': ['{address} does not use TLS. Check the port, or enter the address with http://.', 'address'],
  'server.certificate': [
    'The TLS certificate of {address} is not trusted ({reason}). Ask the person who runs the server.',
    'address',
    'reason',
  ],
  'server.not_sightline': ['The server at {address} responds, but is not a Sightline server.', 'address'],
  'server.no_sign_in': [
    'The server has the version {theirs}, which signs in no apps yet. Update it, or connect with an API key.',
    'theirs',
  ],
  'server.sign_in_denied': 'The sign-in was declined on the page of the server. Sign in again if that was a mistake.',
  'server.sign_in_expired': 'The code was not approved within its time. Sign in again for a new one.',
  'server.signed_out':
    'The server no longer accepts the sign-in of this app. Sign in again under Settings → Connection.',
  'server.redirects': ['{address} redirects to {target}. Enter that address.', 'address', 'target'],
  'server.reads_only': [
    'The key has the role {role}: it shows workflows and runs, but can’t change or run anything.',
    'role',
  ],
  'server.older': ['The server has the older version {theirs}; this app has {own}.', 'theirs', 'own'],
  'server.newer': ['The server has the newer version {theirs}; this app has {own}. Update this app.', 'theirs', 'own'],
  'server.person_reads_only': [
    'With the role {role} you see workflows and runs, but can’t change or run anything.',
    'role',
  ],
  'server.no_downloads': 'This server downloads no models for people. Import an ONNX file in Models instead.',
  'server.no_other_servers': 'The Studio in a browser works on the server that serves it.',
  'server.no_local_files': 'A server can’t read files of this computer. Upload the file.',
} as const
