export const player = {
  controls: {
    previousImage: 'Previous image',
    nextImage: 'Next image',
    image: (n: number, all: number) => `Image ${n} of ${all}`,
    previousFrame: 'Previous frame (,)',
    pause: 'Pause (Space)',
    play: 'Play (Space)',
    nextFrame: 'Next frame (.)',
    fullScreen: 'Full screen (F)',
    speed: (speed: number) => `Speed ${speed}×`,
  },
  keys: {
    play: 'Play or pause',
    second: 'One second back or forward',
    fiveSeconds: 'Five seconds back or forward',
    frame: 'One frame back or forward',
    speed: 'Slower or faster',
    ends: 'To the start or the end',
    events: 'To the next or the previous event',
    zoom: 'Larger or smaller',
    pan: 'Move the enlarged picture',
    whole: 'Whole picture',
    fullScreen: 'Full screen',
  },
  scrubber: {
    position: 'Position',
  },
}
