export { type LazyModule as LateModule, lazyModule as lateModule } from './lazy-module'
