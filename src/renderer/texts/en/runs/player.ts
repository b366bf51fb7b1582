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
    ends: 'Go to the start or the end',
    events: 'Go to the next or the previous event',
    zoom: 'Zoom in or out',
    pan: 'Pan while zoomed in',
    whole: 'Reset zoom',
    fullScreen: 'Full screen',
  },
  scrubber: {
    position: 'Position',
  },
}
