export { useLazyModule as useLateModule } from './use-lazy-module'
