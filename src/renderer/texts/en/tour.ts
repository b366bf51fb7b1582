export const tour = {
  guidedTour: {
    away: 'This step belongs to another screen. Go there, or start over with the demo.',
    announce: (step: number, of: number, title: string, text: string | null) =>
      `Tour, step ${step} of ${of}. ${title}. ${text}`,
    label: 'Guided tour',
    stepOf: (step: number, of: number) => `${step} of ${of}`,
    leave: 'Leave the tour',
    restart: 'Start over',
    back: 'Back',
    goThere: 'Go there',
    finish: 'Finish',
    next: 'Next',
  },
  steps: {
    open: {
      title: 'Open the demo',
      text: 'The demo is a finished workflow with a short video of a street.',
    },
    source: {
      title: 'The source provides frames',
      text: 'Every workflow starts with a source: a video, an image or a data set. Later, drop a video of your own on the canvas to replace it.',
    },
    model: {
      title: 'A model detects objects',
      text: 'The model runs on every frame and returns its detections. Select a block to change its settings on the right; import your own models under Models.',
    },
    count: {
      title: 'Lines count crossings',
      text: 'The block before this one tracks each object, so that nothing is counted twice. Draw lines and zones on a frame of the video, in the settings of this block.',
    },
    run: {
      title: 'Press Run',
      text: 'The engine processes the video on this computer. You can watch, keep editing or cancel at any time.',
    },
    wait: {
      title: 'The run is in progress',
      text: 'Frames, speed and counts update live, and each block shows its own figures. This takes less than a minute on most computers.',
    },
    results: {
      title: 'Open the results',
      text: 'The run has ended. It stays under Runs with all its results until you delete it.',
    },
    counts: {
      title: 'Inspect every count',
      text: 'Click a figure to see its events in the video. This is the last step; templates for other tasks are under Workflows.',
    },
  },
}
