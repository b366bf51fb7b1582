import { defineConfig } from '@playwright/test'
import tests from '../../playwright.config.ts'

/** `npm run screenshots`: the same browser and host as the end-to-end tests, for the images in docs/screenshots. */
export default defineConfig({
  ...tests,
  globalSetup: '../../tests/e2e/global-setup.ts',
  testDir: '.',
  testMatch: '*.scenes.ts',
  // The scenes share one data folder, and figures of speed are shown: nothing else may use the processor.
  workers: 1,
  outputDir: '../../.cache/screenshots',
  reporter: 'list',
  timeout: 600_000,
})
