// Go's net/http and database/sql, after the tutorials of both.
package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	_ "github.com/lib/pq"
)

type Project struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Status    string    `json:"status"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

var db, _ = sql.Open("postgres", "")

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func list(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-API-Key") != os.Getenv("API_KEY") {
		http.Error(w, "wrong key", http.StatusUnauthorized)
		return
	}
	page, _ := strconv.Atoi(r.FormValue("page"))
	perPage, _ := strconv.Atoi(r.FormValue("per_page"))
	columns := map[string]string{"created_at": "created_at", "updated_at": "updated_at", "name": "name"}
	directions := map[string]string{"asc": "ASC", "desc": "DESC"}
	order := columns[r.FormValue("sort_by")] + " " + directions[r.FormValue("order")]
	from := "FROM projects WHERE $1 IN ('all', status)"
	var total int
	must(db.QueryRow("SELECT COUNT(*) "+from, r.FormValue("status")).Scan(&total))
	query := fmt.Sprintf("SELECT * %s ORDER BY %s LIMIT $2 OFFSET $3", from, order)
	rows, err := db.Query(query, r.FormValue("status"), perPage, (page-1)*perPage)
	must(err)
	var projects []Project
	for rows.Next() {
		var p Project
		must(rows.Scan(&p.ID, &p.Name, &p.Status, &p.CreatedAt, &p.UpdatedAt))
		projects = append(projects, p)
	}
	must(rows.Err())
	pages := (total + perPage - 1) / perPage
	json.NewEncoder(w).Encode(map[string]any{"data": projects, "pagination": map[string]any{
		"page": page, "per_page": perPage, "total_items": total, "total_pages": pages,
		"has_next": page < pages, "has_prev": page > 1,
	}})
}

func main() {
	http.HandleFunc("/v1/projects", list)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
