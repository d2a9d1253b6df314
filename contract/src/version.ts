// The API has no version in its paths: this date, sent as `API-Version`, moves when something is added.
export const API_VERSION = '2026-11-17'
