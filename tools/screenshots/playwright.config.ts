import { defineConfig } from '@playwright/test'
import tests from '../../playwright.config.ts'

/** `npm run screenshots`: the same browser and host as the end-to-end tests, for the images in docs/screenshots. */
export default defineConfig({
  ...tests,
  globalSetup: '../../tests/e2e/global-setup.ts',
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../../.cache/screenshots',
  reporter: 'list',
  timeout: 600_000,
})
