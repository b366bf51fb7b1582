import { formatCount } from '../../plural.ts'
export const events = {
  entries: 'entries',
  panel: {
    title: 'Events',
    event: 'Event',
    direction: 'Direction',
    to: 'to',
    places: 'Places',
    directions: 'Directions',
    classes: 'Classes',
    clear: 'Clear',
    all: { type: 'No occupancy', geometry: 'All places', direction: 'All directions', className: 'All classes' },
    noneFits: 'No event fits the filter.',
    onlyOccupancy: 'Nothing crossed or visited. The chart shows the occupancy; choose it above to list its readings.',
    none: 'No events were measured. A measure block with a line or a zone counts them.',
    reading: (count: string) => `${count} events, reading…`,
    first: (n: number) =>
      `The first ${formatCount(n)} events. The file has more: download it under Files to see them all.`,
    count: (count: string, all: number) => `${count} ${all === 1 ? 'event' : 'events'}`,
  },
}
