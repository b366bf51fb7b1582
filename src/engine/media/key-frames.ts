/** Short enough for fast seeking in players, and for resuming a run close to its last frame. */
const KEYFRAME_S = 1
/** For media of unknown rate. */
export const DEFAULT_FPS = 25

/** Frames of a run from one key frame of its videos to the next. */
export const keyFrameEvery = (fps: number | null): number => Math.max(1, Math.round((fps ?? DEFAULT_FPS) * KEYFRAME_S))

/** The number of the interval between two key frames that contains a frame; depends on the frame's number alone. */
export const stretchOf = (frameIndex: number, fps: number | null): number => Math.floor(frameIndex / keyFrameEvery(fps))
