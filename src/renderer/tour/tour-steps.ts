/** The guided tour: from the demo workflow to the results of its run, by the user's own clicks. */
import type { Route } from '../shell/route.ts'

export interface TourStep {
  id: string
  /** Where the step takes place. */
  screen: Route['screen']
  /** CSS selector of what the step points at; the first match counts. */
  target: string
  title: string
  text: string
  /** Holds when the user has done it; a step without one goes on with “Next”. */
  done?(route: Route): boolean
}

const onPage = (selector: string): boolean => document.querySelector(selector) !== null

/** Ids are kept in the settings: a tour that was left goes on there. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: 'open',
    screen: 'home',
    target: '[data-tour="demo"], [data-tour="template count-at-a-line"]',
    title: 'Open the demo',
    text: 'It is a finished workflow with a short film of a street. Open it: everything here stays on this computer.',
    done: ({ screen }) => screen === 'editor',
  },
  {
    id: 'source',
    screen: 'editor',
    target: '.react-flow__node[data-id="street"]',
    title: 'Pictures come from here',
    text: 'A workflow begins with a source: a video, an image or a data set. Later, drop a video of your own on the canvas and it takes this place.',
  },
  {
    id: 'model',
    screen: 'editor',
    target: '.react-flow__node[data-id="detect"]',
    title: 'A model finds things',
    text: 'It looks at every frame and puts out what it sees. Select a block to change its settings on the right; models of your own come in under Models.',
  },
  {
    id: 'count',
    screen: 'editor',
    target: '.react-flow__node[data-id="count"]',
    title: 'Lines count who crosses',
    text: 'The block before it follows each object, so that nobody counts twice. Lines and zones are drawn on a frame of the film, in the settings of this block.',
  },
  {
    id: 'run',
    screen: 'editor',
    target: '[data-tour="run"]',
    title: 'Press Run',
    text: 'The engine works through the film on this computer. You can watch, go on editing, or cancel at any time.',
    done: () => onPage('[data-tour="run"][data-live]'),
  },
  {
    id: 'wait',
    screen: 'editor',
    target: '[aria-label="Progress of the run"]',
    title: 'Now it runs',
    text: 'Frames, speed and counts come in live, and each block shows its own figures. This takes less than a minute on most computers.',
    done: () => onPage('[data-tour="results"]'),
  },
  {
    id: 'results',
    screen: 'editor',
    target: '[data-tour="results"]',
    title: 'Open the results',
    text: 'The run has ended. It stays under Runs with everything it found, until you delete it.',
    done: ({ screen }) => screen === 'run',
  },
  {
    id: 'counts',
    screen: 'run',
    target: '[data-tour="counts"]',
    title: 'Every count can be looked at',
    text: 'Press a figure to see its moments in the film. That was the whole path; templates for other tasks are under Workflows.',
  },
]

export const stepAt = (id: string | undefined): number => TOUR_STEPS.findIndex((step) => step.id === id)
