// Signals: what tells an integration that there is something to do. Written by requests and by the dispatcher, read by the engine.
export { actorOf, notifyIntegrations } from './service/notify-integrations.ts'
export { insertSignals } from './store/new-signals.ts'
export { deleteSignals, isAskedBesides, listSignals, type SignalRow } from './store/signals.ts'
