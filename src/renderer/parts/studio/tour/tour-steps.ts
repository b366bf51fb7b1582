/** The steps of the guided tour: from the demo workflow to the results of its run, by the user's own clicks. */

import type { Route } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'

export interface TourStep {
  id: string
  /** The screen on which the step takes place. */
  screen: Route['screen']
  /** CSS selector of the step's target; the first match counts. */
  target: string
  title: string
  text: string
  /** Returns true once the user has completed the step; a step without it continues with “Next”. */
  done?(route: Route): boolean
}

const onPage = (selector: string): boolean => document.querySelector(selector) !== null

/** The settings store these ids, so that an abandoned tour resumes at its step. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: 'open',
    screen: 'home',
    target: '[data-tour="demo"], [data-tour="template count-at-a-line"]',
    title: texts.tour.steps.open.title,
    text: texts.tour.steps.open.text,
    done: ({ screen }) => screen === 'editor',
  },
  {
    id: 'source',
    screen: 'editor',
    target: '.react-flow__node[data-id="street"]',
    title: texts.tour.steps.source.title,
    text: texts.tour.steps.source.text,
  },
  {
    id: 'model',
    screen: 'editor',
    target: '.react-flow__node[data-id="detect"]',
    title: texts.tour.steps.model.title,
    text: texts.tour.steps.model.text,
  },
  {
    id: 'count',
    screen: 'editor',
    target: '.react-flow__node[data-id="count"]',
    title: texts.tour.steps.count.title,
    text: texts.tour.steps.count.text,
  },
  {
    id: 'run',
    screen: 'editor',
    target: '[data-tour="run"]',
    title: texts.tour.steps.run.title,
    text: texts.tour.steps.run.text,
    done: () => onPage('[data-tour="run"][data-live]'),
  },
  {
    id: 'wait',
    screen: 'editor',
    target: '[data-tour="progress"]',
    title: texts.tour.steps.wait.title,
    text: texts.tour.steps.wait.text,
    done: () => onPage('[data-tour="results"]'),
  },
  {
    id: 'results',
    screen: 'editor',
    target: '[data-tour="results"]',
    title: texts.tour.steps.results.title,
    text: texts.tour.steps.results.text,
    done: ({ screen }) => screen === 'run',
  },
  {
    id: 'counts',
    screen: 'run',
    target: '[data-tour="counts"]',
    title: texts.tour.steps.counts.title,
    text: texts.tour.steps.counts.text,
  },
]

export const stepAt = (id: string | undefined): number => TOUR_STEPS.findIndex((step) => step.id === id)
