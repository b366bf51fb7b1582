/** Often enough that players seek quickly and runs can be continued near where they were. */
const KEYFRAME_S = 1
/** For media whose rate nobody knows. */
export const DEFAULT_FPS = 25

/** Frames of a run from one key frame of its films to the next. */
const keyFrameEvery = (fps: number | null): number => Math.max(1, Math.round((fps ?? DEFAULT_FPS) * KEYFRAME_S))

/** The number of the stretch between two key frames that a frame belongs to; it depends on the frame's number alone. */
export const stretchOf = (frameIndex: number, fps: number | null): number => Math.floor(frameIndex / keyFrameEvery(fps))
