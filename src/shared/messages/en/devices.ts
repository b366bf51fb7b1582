/** Devices that run models: why one is not available, and their lines in the log of a run. */
export const devices = {
  'device.not_in_build': ['{device} is not part of ONNX Runtime on this system.', 'device'],
  'device.cuda_libraries':
    'CUDA needs an NVIDIA GPU with its driver, CUDA 12 with cuDNN 9, and libraries of ONNX Runtime, which the command “sightline devices install-cuda” downloads.',
  'device.no_adapter': ['{device} found no GPU with a driver. Install the driver of the graphics card.', 'device'],
  'device.unusable': ['{device} can’t be used. ONNX Runtime reports: {reason}', 'device', 'reason'],
  'device.probe_ended': ['{device} can’t be used: its driver ended the process that tried it.', 'device'],
  'device.wrong_result': ['{device} can’t be used: it returns wrong numbers.', 'device'],
  'device.model_fails': [
    'The model “{model}” does not run on {device}. ONNX Runtime reports: {reason}',
    'model',
    'device',
    'reason',
  ],
  'device.sam3': 'SAM 3 runs on the CPU only. Choose the CPU for it.',
  'log.device': ['“{model}” runs on {device}', 'model', 'device'],
  'log.device_failed': [
    '{device} failed with “{model}”, so the CPU runs it from here on. The results stay valid. ({reason})',
    'device',
    'model',
    'reason',
  ],
  'log.device_avoided': [
    '“{model}” is not run on {device}, because it failed there before. Choose the device itself to try it again.',
    'model',
    'device',
  ],
  'log.device_differs': [
    '“{model}” is not run on {device}: its detections on the check image are not those of the CPU.',
    'model',
    'device',
  ],
} as const
