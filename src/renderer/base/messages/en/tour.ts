export const tour = {
  guidedTour: {
    away: 'This step is at another place. Go back to where you were, or begin again with the demo.',
    announce: (step: number, of: number, title: string, text: string | null) =>
      `Tour, step ${step} of ${of}. ${title}. ${text}`,
    label: 'Guided tour',
    stepOf: (step: number, of: number) => `${step} of ${of}`,
    leave: 'Leave the tour',
    restart: 'Begin again',
    back: 'Back',
    goThere: 'Go there',
    finish: 'Finish',
    next: 'Next',
  },
  steps: {
    open: {
      title: 'Open the demo',
      text: 'It is a finished workflow with a short film of a street. Open it: everything here stays on this computer.',
    },
    source: {
      title: 'Pictures come from here',
      text: 'A workflow begins with a source: a video, an image or a data set. Later, drop a video of your own on the canvas and it takes this place.',
    },
    model: {
      title: 'A model finds things',
      text: 'It looks at every frame and puts out what it sees. Select a block to change its settings on the right; models of your own come in under Models.',
    },
    count: {
      title: 'Lines count who crosses',
      text: 'The block before it follows each object, so that nobody counts twice. Lines and zones are drawn on a frame of the film, in the settings of this block.',
    },
    run: {
      title: 'Press Run',
      text: 'The engine works through the film on this computer. You can watch, go on editing, or cancel at any time.',
    },
    wait: {
      title: 'Now it runs',
      text: 'Frames, speed and counts come in live, and each block shows its own figures. This takes less than a minute on most computers.',
    },
    results: {
      title: 'Open the results',
      text: 'The run has ended. It stays under Runs with everything it found, until you delete it.',
    },
    counts: {
      title: 'Every count can be looked at',
      text: 'Press a figure to see its moments in the film. That was the whole path; templates for other tasks are under Workflows.',
    },
  },
}
