/** Files of SAM 3 that are missing or do not fit. */
export const sam3 = {
  'sam3.not_installed':
    'SAM 3 is not installed. Put its files in place with “sightline models install-sam3 <folder>” (docs/sam3.md says which they are and where to get them), or choose a trained model.',
  'sam3.file_unopenable': ['“{file}” of SAM 3 can’t be opened. Install SAM 3 again.', 'file'],
  'sam3.file_unreadable': [
    '“{file}” of SAM 3 can’t be read as an ONNX model. It or the weights beside it may be damaged or incomplete: install SAM 3 again.',
    'file',
  ],
  'sam3.unfit_network': [
    '“{file}” does not fit SAM 3: {reason}. Export the networks as docs/sam3.md describes and install them again.',
    'file',
    'reason',
  ],
  'sam3.not_clip': 'it is not the tokenizer of CLIP',
  'sam3.no_start_and_end': 'it does not enclose a text in start and end tokens, as the tokenizer of CLIP does',
  'sam3.extra_input': ['it has an input {tensor} that SAM 3 does not have', 'tensor'],
  'sam3.no_input': ['it has no input “{name}” of {expected}', 'name', 'expected'],
  'sam3.no_output': ['it has no output “{name}” of {expected}', 'name', 'expected'],
  'sam3.other_input': ['its input {tensor} is not {expected}', 'tensor', 'expected'],
  'sam3.other_output': ['its output {tensor} is not {expected}', 'tensor', 'expected'],
  'sam3.not_a_tensor': ['“{name}”, which is no tensor,', 'name'],
  'sam3.type_and_shape': ['{type} [{shape}]', 'type', 'shape'],
  'sam3.either_type': ['{first} or {second}', 'first', 'second'],
  'sam3.other_length': [
    '“{name}” [{shape}] has {length} {dimension}, but “{otherName}” of “{otherFile}” has {otherLength}',
    'name',
    'shape',
    'length',
    'dimension',
    'otherName',
    'otherFile',
    'otherLength',
  ],
  'sam3.fails': ['it can’t be run ({reason})', 'reason'],
  'sam3.query_counts': ['its outputs {outputs} differ in the number of queries', 'outputs'],
} as const
