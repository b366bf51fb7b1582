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
    summary: 'Counts who crosses a line, by direction and class. Creates counts, a CSV file and an annotated video.',
    needs: null,
    hint: null,
    words: 'traffic counter crossings direction people vehicles',
  },
  {
    key: 'occupancy-and-dwell',
    group: 'Count and measure',
    summary:
      'Measures how many objects are in a zone and how long they stay. Creates a table of visits and a video with the zones.',
    needs: null,
    hint: null,
    words: 'zones queue waiting time duration parking heat',
  },
  {
    key: 'moving-camera',
    group: 'Count and measure',
    summary: 'Tracks objects while the camera moves. Creates a video with trails and a table of tracks.',
    needs: null,
    hint: 'The demo camera is fixed: choose a video of your own to see the difference.',
    words: 'botsort drone dashcam handheld trails',
  },
  {
    key: 'crop-and-look-again',
    group: 'Find more',
    summary:
      'Crops every vehicle and runs a second model on it. Creates the crops and a table of the second detections.',
    needs: null,
    hint: 'The bundled detector runs twice: choose a classifier of your own in “Second model”.',
    words: 'cascade classifier attributes number plate brand',
  },
  {
    key: 'two-models-united',
    group: 'Find more',
    summary: 'Runs two models on each frame and counts the detections of both at one line.',
    needs: null,
    hint: null,
    words: 'union ensemble several multiple models',
  },
  {
    key: 'small-objects',
    group: 'Find more',
    summary:
      'Runs on overlapping tiles, which finds small and distant people too. Creates a video and a table of tracks.',
    needs: null,
    hint: null,
    words: 'tiled tiles sahi far distant aerial high resolution',
  },
  {
    key: 'alert-webhook',
    group: 'React',
    summary:
      'Notifies a web address when a crossing gets crowded. Creates signed messages and a CSV file of their times.',
    needs: 'Enter a public https address in “Your web address”.',
    hint: null,
    words: 'condition alarm notify http rule trigger crowd',
  },
  {
    key: 'two-branches',
    group: 'React',
    summary: 'Splits the frames by a condition: is the crossing occupied or free? Creates a video of each branch.',
    needs: null,
    hint: null,
    words: 'condition branch split highlights if else',
  },
  {
    key: 'privacy-blur',
    group: 'Make data and share',
    summary: 'Makes people and vehicles unrecognisable. Creates a video that can be shared.',
    needs: null,
    hint: null,
    words: 'anonymize anonymise redact faces number plates gdpr pixelate',
  },
  {
    key: 'annotate-a-data-set',
    group: 'Make data and share',
    summary: 'Annotates your data set with a model. Creates annotations that you only need to correct.',
    needs: 'Choose a data set in “Your data set” and “Into your data set”.',
    hint: null,
    words: 'auto label labelling annotation dataset training pre-annotate',
  },
]
