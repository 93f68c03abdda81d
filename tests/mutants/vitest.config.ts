import { defineConfig, mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

const layers = (process.env.MUTANTS_LAYERS ?? 'unit').split(',')

/** Stryker names no projects: only the layers whose tests load the code in their own process. */
export default defineConfig(async (environment) => {
  const all = await (config as any)(environment)
  const projects = all.test.projects.filter((one: any) => layers.includes(one.test.name))
  return { ...all, test: { ...all.test, projects } }
})
