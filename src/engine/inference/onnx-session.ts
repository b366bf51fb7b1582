import ort from 'onnxruntime-node'

/** Options of every session: `threads` threads of its own, errors as exceptions only. */
export const sessionOptions = (threads: number): ort.InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 4,
  extra: {
    session: {
      // Sessions share the cores: a spinning thread takes them from the others.
      intra_op: { allow_spinning: '0' },
      // Files must be ONNX: none may be read as ONNX Runtime's own format because of its extension.
      load_model_format: 'ONNX',
    },
    // ONNX Runtime 1.30 moves a padding of zeros into the following max-pool, which then ignores it: YOLOv3-tiny's
    // boxes were off by up to 3.3 px. `onnx-session.test.ts` fails when a version no longer does.
    optimization: { disable_specified_optimizers: 'Pad_Fusion' },
  },
})

export const openOnnx = (path: string, threads: number): Promise<ort.InferenceSession> =>
  ort.InferenceSession.create(path, sessionOptions(threads))
