export const devices = {
  automatic: 'Automatic',
  asInSettings: 'As in Settings',
  cpu: (name: string) => `CPU (${name})`,
  kinds: {
    cpu: 'Always there; other devices are compared with it',
    webgpu: 'GPU, through WebGPU',
    cuda: 'NVIDIA GPU, through CUDA',
    directml: 'GPU, through DirectML',
    coreml: 'Apple GPU and Neural Engine, through Core ML',
  },
  software: 'Software that emulates a GPU: slow, for tests',
  softwareShort: (name: string) => `${name} (software)`,
  notAvailable: (reason: string) => `Not available. ${reason}`,
  notAvailableShort: (name: string) => `${name} (not available)`,
  notFound: (id: string) => `${id} (not found)`,
  used: {
    fellBack: 'Fell back to the CPU.',
    noReason: 'The chosen device failed, so the CPU ran this model. The log says more.',
  },
  settings: {
    title: 'Device',
    detecting: 'Detecting devices…',
    choice: 'Device that runs models',
    prose:
      'Every run uses this device, except for model blocks that name their own. Previews, which have a few frames, use the CPU.',
    byOperators:
      'Every run uses this device, except for model blocks that name their own. The operators of the server choose it.',
    automaticHint: 'The fastest device that returns the same detections as the CPU. Never one that emulates a GPU.',
    fixed: (device: string) =>
      `The server was started with --device ${device}. Start it without that option to choose the device here.`,
    missing: 'This device is no longer found. Runs use the CPU until you choose another one.',
    onlyCpu:
      'Only the CPU can run models on this computer now. A GPU with a current driver for Vulkan (Linux), Direct3D 12 (Windows) or Metal (macOS) would be listed here; no SDK is needed. Install the driver of the graphics card, then start Sightline again.',
    notChosen: 'The device could not be changed',
  },
  video: {
    title: 'Video',
    decode: 'Decode video by hardware',
    decodeHint:
      'For a video whose first frames equal those of the software decoder. Other videos are decoded in software. The log of a run names the decoder.',
    fixed:
      'This was set when Sightline was started, by --hardware-video or SIGHTLINE_HARDWARE_VIDEO. Start it without them to choose it here.',
    detecting: 'Detecting hardware decoders…',
    decoders: 'Hardware decoders',
    decodes: (name: string, codecs: string) => `${name} decodes ${codecs}.`,
    none: 'No video hardware can be used: video is decoded in software.',
    notChosen: 'Hardware decoding could not be changed',
  },
  speed: {
    title: 'Speed',
    model: 'Model',
    noModels: 'Import a model to measure it.',
    measure: 'Measure',
    measureAgain: 'Measure again',
    stop: 'Stop after this device',
    progress: 'Progress of the measurement',
    measuring: (device: string, n: number, of: number) => `Measuring on ${device} (${n} of ${of})…`,
    tableOf: (model: string) => `Speed of “${model}”`,
    device: 'Device',
    msPerFrame: 'ms/frame',
    detections: 'Detections',
    reference: 'reference',
    same: 'same as the CPU',
    differ: 'differ from the CPU’s',
    differBy: (share: string) => `differ from the CPU’s by up to ${share}`,
    notMeasured: 'not measured',
    takes: {
      only: (model: string) => `Automatic runs “${model}” on the CPU: no GPU is available.`,
      software: (model: string) => `Automatic runs “${model}” on the CPU: the other devices only emulate a GPU.`,
      unmeasured: (model: string) =>
        `Automatic has not been measured for “${model}” on every device. Measure to see its choice.`,
      fastest: (model: string, device: string) =>
        `Automatic runs “${model}” on ${device}: the fastest device that returns the same detections as the CPU.`,
      cpuFastest: (model: string) => `Automatic runs “${model}” on the CPU: it is the fastest.`,
      differs: (model: string) => `Automatic runs “${model}” on the CPU: the other devices return other detections.`,
    },
  },
}
