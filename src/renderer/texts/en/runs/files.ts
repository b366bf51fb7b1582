export const files = {
  gone: 'This file no longer exists. It may have been deleted with its run.',
  unreadable: (status: number) => `This file could not be read (status ${status}). Try again.`,
}
