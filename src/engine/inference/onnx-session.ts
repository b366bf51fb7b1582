import ort from 'onnxruntime-node'

/** How every session is opened: `threads` threads of its own, and no more noise than an exception. */
export const sessionOptions = (threads: number): ort.InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 4,
  extra: {
    session: {
      // Sessions share the cores: a thread that spins takes them from the others.
      intra_op: { allow_spinning: '0' },
      // Files are checked as ONNX: none may be read as ONNX Runtime's own format because of its ending.
      load_model_format: 'ONNX',
    },
    // ONNX Runtime 1.30 moves a padding of zeros into the max-pool behind it, which then ignores it: YOLOv3-tiny's boxes
    // were off by up to 3.3 px. `onnx-session.test.ts` fails when a version no longer does.
    optimization: { disable_specified_optimizers: 'Pad_Fusion' },
  },
})

export const openOnnx = (path: string, threads: number): Promise<ort.InferenceSession> =>
  ort.InferenceSession.create(path, sessionOptions(threads))
