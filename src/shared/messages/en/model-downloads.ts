/** Failures of downloads of models: from the catalogue, a hub or a link. */
export const modelDownloads = {
  'model_get.invalid_source': [
    '“{source}” is not a model of the catalogue, a repository or a link. Give the id of a catalogue model, a repository as OWNER/REPO, or a link that begins with https:// and leads to an ONNX file.',
    'source',
  ],
  'model_get.invalid_model_name': [
    '“{name}” can’t be the name of a model. Give one of 1 to 100 characters without a slash.',
    'name',
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
  'model_get.no_onnx_but_model': ['“{repository}” has no ONNX file. {foreign}', 'repository', 'foreign'],
  'model_get.not_onnx_name': ['“{file}” is not an ONNX file. Choose a file that ends in .onnx.', 'file'],
  'model_get.missing_data': [
    '“{file}” has its weights in another file, “{data}”, which is not beside it. Choose another file, or ask its author for both.',
    'file',
    'data',
  ],
  'model_get.search_model_of_server': [
    '“{name}” searches images on the machine that keeps them. Install it there: sightline models get, or ask an administrator of the server.',
    'name',
  ],
  'model_get.catalogue_invalid': [
    'The model catalogue {path} is not valid: {problem}. Install Sightline again.',
    'path',
    'problem',
  ],
} as const
