import portfolio from 'virtual:portfolio'
import { mergePortfolio, type ProjectCard } from '@/domain/project'
import { builtInCards } from './built-in'

/** What visitors see, as of the build. A project's own page does without: at 200 projects they are 25 kB. */
export const projectCards: readonly ProjectCard[] = mergePortfolio(builtInCards, portfolio)
