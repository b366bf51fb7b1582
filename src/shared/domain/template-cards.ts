/**
 * The cards under which the built-in templates are displayed and searched; their names, descriptions and graphs are in
 * their files.
 */

export const TEMPLATE_GROUPS = ['Count and measure', 'Find more', 'React', 'Make data and share'] as const
export type TemplateGroup = (typeof TEMPLATE_GROUPS)[number]

export interface TemplateCard {
  /** A key of `BUNDLED_TEMPLATES`. */
  key: string
  group: TemplateGroup
  /** One line on its use. */
  summary: string
  /** The settings to choose before it runs; null when it runs at once on the demo video. */
  needs: string | null
  /** Advice for the user's own files, when the demo covers only half of it. */
  hint: string | null
  /** Further search terms. */
  words: string
}

export const TEMPLATE_CARDS: readonly TemplateCard[] = [
  {
    key: 'count-at-a-line',
    group: 'Count and measure',
    summary: 'Who crosses a line, by direction and kind. Gives counts, a CSV file and an annotated video.',
    needs: null,
    hint: null,
    words: 'traffic counter crossings direction people vehicles',
  },
  {
    key: 'occupancy-and-dwell',
    group: 'Count and measure',
    summary: 'How many are in a zone, and how long they stay. Gives every visit and a video with the zones.',
    needs: null,
    hint: null,
    words: 'zones queue waiting time duration parking heat',
  },
  {
    key: 'moving-camera',
    group: 'Count and measure',
    summary: 'Follows objects although the camera moves. Gives trails on the video and a table of tracks.',
    needs: null,
    hint: 'The demo’s camera stands still: choose a video of your own to see the difference.',
    words: 'botsort drone dashcam handheld trails',
  },
  {
    key: 'crop-and-look-again',
    group: 'Find more',
    summary: 'Cuts every vehicle out and shows it to a second model. Gives the cut-outs and what was seen in them.',
    needs: null,
    hint: 'The bundled detector looks twice: put a classifier of your own into “Second look”.',
    words: 'cascade classifier attributes number plate brand',
  },
  {
    key: 'two-models-united',
    group: 'Find more',
    summary: 'Two models look at each picture, and what both find is counted together at one line.',
    needs: null,
    hint: null,
    words: 'union ensemble several multiple models',
  },
  {
    key: 'small-objects',
    group: 'Find more',
    summary: 'Looks at overlapping tiles, so that far and small people are found too. Gives a video and tracks.',
    needs: null,
    hint: null,
    words: 'tiled tiles sahi far distant aerial high resolution',
  },
  {
    key: 'alert-webhook',
    group: 'React',
    summary: 'Tells a web address when a crossing gets crowded. Gives signed messages and their moments as CSV.',
    needs: 'Enter a public https address in “Your web address”.',
    hint: null,
    words: 'condition alarm notify http rule trigger crowd',
  },
  {
    key: 'two-branches',
    group: 'React',
    summary: 'Divides what is found by what happens: is the crossing in use or free? Gives a video of each branch.',
    needs: null,
    hint: null,
    words: 'condition branch split highlights if else',
  },
  {
    key: 'privacy-blur',
    group: 'Make data and share',
    summary: 'Makes people and vehicles unrecognisable. Gives a video that can be passed on.',
    needs: null,
    hint: null,
    words: 'anonymize anonymise redact faces number plates gdpr pixelate',
  },
  {
    key: 'annotate-a-data-set',
    group: 'Make data and share',
    summary: 'Lets a model draw the boxes in your data set. Gives annotations that you only correct.',
    needs: 'Choose a data set in “Your data set” and in “Into your data set”.',
    hint: null,
    words: 'auto label labelling annotation dataset training pre-annotate',
  },
]
