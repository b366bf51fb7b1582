/** Writes THIRD_PARTY_NOTICES.md: what ships, from the lockfile and the packages' own statements. `--check` compares only. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Development packages whose code ends up in the page. */
const BUNDLED =
  /^node_modules\/(react|react-dom|scheduler|zustand|zundo|uplot|@xyflow|@mantine|@tabler|@dagrejs|@tanstack|@floating-ui|classcat|d3-)/

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const rows = Object.entries(lock.packages)
  .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && (!entry.dev || BUNDLED.test(path)))
  .map(
    ([path, entry]) =>
      `| ${path.replace(/^.*node_modules\//, '')} | ${entry.version} | ${entry.license ?? licenceIn(path)} |`,
  )

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
