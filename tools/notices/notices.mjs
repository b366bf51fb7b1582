/**
 * Writes THIRD_PARTY_NOTICES.md: the shipped packages, from the lockfile and the packages' own statements. `--check`
 * compares only.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Development packages that the page imports: their code, and that of their dependencies, is bundled into it. */
const PAGE =
  /^(react|react-dom|react-markdown|remark-gfm|zustand|uplot|es-toolkit|@xyflow\/.*|@mantine\/.*|@tabler\/.*|@dagrejs\/.*|@tanstack\/.*)$/

/** @type {import('../lockfile/complete.mjs').Lockfile} */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const development = Object.keys(lock.packages['']?.devDependencies ?? {})
const bundled = withNeeds(development.filter((name) => PAGE.test(name)))
const rows = Object.entries(lock.packages)
  .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && (!entry.dev || bundled.has(path)))
  .map(
    ([path, entry]) =>
      `| ${path.replace(/^.*node_modules\//, '')} | ${entry.version} | ${entry.license ?? licenceIn(path)} |`,
  )

/**
 * The lockfile paths of packages and of all their dependencies; packages of types contain no code.
 * @param {readonly string[]} names
 */
function withNeeds(names) {
  const places = new Set(names.map((name) => `node_modules/${name}`))
  for (const place of places) {
    for (const name of Object.keys(lock.packages[place]?.dependencies ?? {})) {
      const needed = placeOf(name, place)
      if (needed && !name.startsWith('@types/')) places.add(needed)
    }
  }
  return places
}

/**
 * The path at which Node would resolve a package from inside another: in its own folder, else in those around it.
 * @param {string} name
 * @param {string} from
 */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const place = `${folder}/node_modules/${name}`.replace(/^\//, '')
    if (lock.packages[place]) return place
    if (folder === '') return null
  }
}

/** @param {string} path */
function licenceIn(path) {
  const file = join(path, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).license ?? 'see the package') : 'see the package'
}

const text = `# Third-party notices

Packages that Sightline ships or installs, with their licences. Written by \`node tools/notices/notices.mjs\`.
The FFmpeg binary that node-av brings is under the GNU General Public License, version 3: see NOTICE.

| Package | Version | Licence |
| --- | --- | --- |
${[...new Set(rows)].sort().join('\n')}
`

if (process.argv.includes('--check')) {
  if (readFileSync('THIRD_PARTY_NOTICES.md', 'utf8') !== text) {
    console.error('THIRD_PARTY_NOTICES.md is out of date: run node tools/notices/notices.mjs')
    process.exitCode = 1
  }
} else writeFileSync('THIRD_PARTY_NOTICES.md', text)
