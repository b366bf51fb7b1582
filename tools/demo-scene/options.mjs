import { fileURLToPath } from 'node:url'

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
export const defaultBrowser = process.env.SIGHTLINE_CHROMIUM ?? '/usr/bin/chromium'
export const CLASSES = ['car', 'truck', 'bicycle', 'pedestrian']
