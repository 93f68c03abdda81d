// @ts-check
import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

const { MUTANTS_SAMPLE: sample = 'rules' } = process.env
// The whole component layer takes hours.
const SCREENS = ['admin-reviews', 'share-form', 'testimonial-form']

const isOfScreens = /^src\/(?:features|admin|pages)\//.test(sample)
const LAYERS = sample === 'screens' ? ['component'] : isOfScreens ? ['unit', 'component'] : ['unit']

/** Layers that load the site's code in their own process. One file at a time, because Stryker runs two sets. */
export default defineConfig(async (environment) => {
  const { test, ...others } = await config(environment)
  const projects = (test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return []
    if (!LAYERS.includes(String(project.test?.name))) return []
    const include = sample === 'screens' ? [`tests/component/{${SCREENS}}.test.tsx`] : project.test?.include
    return { ...project, test: { ...project.test, include, pool: 'forks', maxWorkers: 1 } }
  })
  return /** @type {import('vitest/config').ViteUserConfig} */ ({ ...others, test: { ...test, projects } })
})
