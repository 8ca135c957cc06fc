// Keeps the documents of the engine in this browser. Each has a revision, so that two tabs cannot overwrite each other.

/** @typedef {{ key: string, text: string | null, revision: number | null }} Write */
/** @typedef {{ text: string, revision: number | null }} Kept */

const STORE = "documents";

/** Why something was not kept. */
export class StoreError extends Error {
  /** @param {"conflict" | "full" | "broken"} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Whether a document may follow the one that is kept. @param {Kept | undefined} kept @param {Write} write */
export function follows(kept, { text, revision }) {
  if (text === null || revision === null) return true;
  return kept === undefined ? revision === 1 : kept.revision === revision - 1;
}

/** Keeps documents for as long as the tab lives: where a browser refuses to keep more. */
export class MemoryStore {
  /** @type {Map<string, Kept>} */
  documents = new Map();
  durable = false;

  async all() {
    return [...this.documents.values()].map(({ text }) => text);
  }

  /** @param {string} key @returns {Promise<string | undefined>} */
  async get(key) {
    return this.documents.get(key)?.text;
  }

  /** @param {Write[]} writes */
  async write(writes) {
    for (const { key, text, revision } of writes) {
      if (text === null) this.documents.delete(key);
      else this.documents.set(key, { text, revision });
    }
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Keeps documents in the browser's database. */
export class DatabaseStore {
  durable = true;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @returns {Promise<string[]>} */
  async all() {
    const kept = await done(this.database.transaction(STORE).objectStore(STORE).getAll());
    return kept.map(({ text }) => text);
  }

  /** @param {string} key @returns {Promise<string | undefined>} */
  async get(key) {
    return (await done(this.database.transaction(STORE).objectStore(STORE).get(key)))?.text;
  }

  /**
   * Keeps all of it or nothing; resolved when it is on disk.
   * @param {Write[]} writes
   * @returns {Promise<void>}
   */
  write(writes) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      const store = transaction.objectStore(STORE);
      /** @type {StoreError | null} */
      let fault = null;
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(fault ?? failure(transaction.error));
      for (const write of writes) {
        const { key, text, revision } = write;
        if (text === null) store.delete(key);
        else if (revision === null) store.put({ text, revision }, key);
        else {
          const before = store.get(key);
          before.onsuccess = () => {
            if (follows(before.result, write)) store.put({ text, revision }, key);
            else {
              fault = new StoreError("conflict", key);
              transaction.abort();
            }
          };
        }
      }
    });
  }
}

/** @param {DOMException | null} error */
const failure = (error) =>
  new StoreError(error?.name === "QuotaExceededError" ? "full" : "broken", error?.message ?? "");

/** @returns {Promise<DatabaseStore | MemoryStore>} */
export async function openStore() {
  try {
    const request = indexedDB.open("yard", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const database = await done(request);
    // Another tab with a newer page wants to change the form of the database: it must not wait for this one.
    database.onversionchange = () => database.close();
    return new DatabaseStore(database);
  } catch {
    return new MemoryStore();
  }
}
