/**
 * The schema, step by step. Append only: a step that has shipped is never edited, since databases remember its hash.
 * Instants are ISO 8601 texts in UTC; JSON columns hold JSON texts; bodies are zstd-compressed.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    base_url TEXT NOT NULL,
    results_url TEXT,
    access_header TEXT NOT NULL,
    results_header TEXT NOT NULL,
    extra_headers TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE stages (
    guid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    profile_id TEXT,
    profile_name TEXT,
    added_at TEXT NOT NULL,
    template TEXT,
    links_fetched_at TEXT,
    links_body BLOB
  ) STRICT;

  CREATE TABLE categories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage TEXT NOT NULL REFERENCES stages ON DELETE CASCADE,
    distance_guid TEXT NOT NULL,
    distance_name TEXT NOT NULL,
    category_guid TEXT NOT NULL,
    category_name TEXT NOT NULL,
    url TEXT NOT NULL,
    position INTEGER NOT NULL,
    is_listed INTEGER NOT NULL,
    outcome TEXT NOT NULL DEFAULT 'never',
    error TEXT,
    checked_at TEXT,
    last_snapshot INTEGER,
    UNIQUE (stage, distance_guid, category_guid)
  ) STRICT;
  CREATE INDEX categories_by_position ON categories (stage, position);

  CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category INTEGER NOT NULL REFERENCES categories ON DELETE CASCADE,
    url TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX snapshots_by_category ON snapshots (category, id);

  CREATE TABLE category_tables (
    category INTEGER PRIMARY KEY REFERENCES categories ON DELETE CASCADE,
    snapshot INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    total INTEGER,
    columns TEXT NOT NULL,
    search_text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    error TEXT,
    file TEXT,
    pid INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_by_start ON jobs (started_at);

  CREATE TABLE job_outcomes (
    job TEXT NOT NULL REFERENCES jobs ON DELETE CASCADE,
    category INTEGER NOT NULL REFERENCES categories ON DELETE CASCADE,
    outcome TEXT NOT NULL,
    PRIMARY KEY (job, category)
  ) STRICT, WITHOUT ROWID;
  `,
]
