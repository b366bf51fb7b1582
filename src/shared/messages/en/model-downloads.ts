/** Failures of downloads of models: from the catalogue, a hub or a link. */
export const modelDownloads = {
  'model_get.invalid_source': [
    '“{source}” is not a model of the catalogue, a repository or a link. Give the id of a catalogue model, a repository as OWNER/REPO, or a link that begins with https:// and leads to an ONNX file.',
    'source',
  ],
  'model_get.invalid_web_address': [
    '“{address}” is not a web address. Give one that begins with http:// or https://.',
    'address',
  ],
  'model_get.invalid_model_name': [
    '“{name}” can’t be the name of a model. Give one of 1 to 100 characters without a slash.',
    'name',
  ],
  'model_get.no_network': [
    '{host} can’t be reached ({reason}). Check the network connection and the proxy in the settings, then get the model again.',
    'host',
    'reason',
  ],
  'model_get.certificate': [
    'The certificate of {host} is not trusted ({reason}). Check the address; where a proxy inspects connections, start Sightline with NODE_EXTRA_CA_CERTS and its certificate.',
    'host',
    'reason',
  ],
  'model_get.missing_repository': [
    'There is no public repository “{repository}” at {host}. Check the name; private repositories can’t be downloaded.',
    'repository',
    'host',
  ],
  'model_get.missing_file': [
    'There is no file “{file}” in “{repository}”. Leave the file out to see those that there are.',
    'file',
    'repository',
  ],
  'model_get.missing_address': ['{host} has no file at this address. Check the link: {url}', 'host', 'url'],
  'model_get.gated': [
    '“{repository}” can only be downloaded with an account that accepted its terms. Open {page}, accept them, download the file in the browser, and import it.',
    'repository',
    'page',
  ],
  'model_get.denied': [
    '{host} does not allow this download (status {status}). Download the file in a browser where you are signed in, and import it.',
    'host',
    'status',
  ],
  'model_get.server_failed': [
    '{host} replied with status {status} instead of the file. Get the model again in some minutes.',
    'host',
    'status',
  ],
  'model_get.unknown_reply': [
    'The reply of {host} is not that of a hub. Check the address of the hub in the settings.',
    'host',
  ],
  'model_get.interrupted': [
    'The connection to {host} ended after {received} MB. Get the model again: the download resumes there.',
    'host',
    'received',
  ],
  'model_get.too_long': [
    '{host} sent more bytes than “{file}” has. The file was deleted; get the model again.',
    'host',
    'file',
  ],
  'model_get.wrong_checksum': [
    '“{file}” was deleted, because its checksum is {actual} instead of {expected}. Get the model again. If that fails alike, the file was changed at its source: do not use it.',
    'file',
    'actual',
    'expected',
  ],
  'model_get.changed_checksum': [
    '“{file}” was deleted, because it is not the file that was first downloaded on {date}: its checksum is {actual} instead of {expected}. Look at its page for a new version, and download that from a link.',
    'file',
    'date',
    'actual',
    'expected',
  ],
  'model_get.no_onnx': [
    '“{repository}” has no ONNX file. Choose another repository, for example one of onnx-community.',
    'repository',
  ],
  'model_get.no_onnx_but_weights': [
    '“{repository}” has no ONNX file, only {file}. Export it on a machine with Python, and import the result: optimum-cli export onnx --model {repository} onnx',
    'repository',
    'file',
  ],
  'model_get.not_onnx_name': ['“{file}” is not an ONNX file. Choose a file that ends in .onnx.', 'file'],
  'model_get.weights_apart': [
    '“{file}” can’t be used: its weights are in another file, “{data}”, which is not read. Choose another file, or save it as one: onnx.save(onnx.load("{file}"), "one-file.onnx").',
    'file',
    'data',
  ],
  'model_get.disk_full': [
    '“{file}” needs {needed} MB, and {folder} has {free} MB left. Free some space, then get the model again.',
    'file',
    'needed',
    'folder',
    'free',
  ],
  'model_get.disk_full_meanwhile': [
    'The disk of {folder} is full. Free some space, then get the model again: the download resumes.',
    'folder',
  ],
  'model_get.unwritable': [
    'Sightline can’t write to {folder} ({reason}). Check the permissions of the folder.',
    'folder',
    'reason',
  ],
  'model_get.running': [
    '“{file}” is being downloaded in another window or by another command. Wait for it, or stop it there.',
    'file',
  ],
  'model_get.catalogue_invalid': [
    'The model catalogue {path} is not valid: {problem}. Install Sightline again.',
    'path',
    'problem',
  ],
} as const
