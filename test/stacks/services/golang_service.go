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

var db *sql.DB

func find(where, order, status string, page, perPage int) (projects []Project, total int, err error) {
	if err = db.QueryRow("SELECT COUNT(*) FROM projects "+where, status).Scan(&total); err != nil {
		return
	}
	query := fmt.Sprintf("SELECT * FROM projects %s ORDER BY %s LIMIT $2 OFFSET $3", where, order)
	rows, err := db.Query(query, status, perPage, (page-1)*perPage)
	if err != nil {
		return
	}
	defer rows.Close()
	for rows.Next() {
		var p Project
		if err = rows.Scan(&p.ID, &p.Name, &p.Status, &p.CreatedAt, &p.UpdatedAt); err != nil {
			return
		}
		projects = append(projects, p)
	}
	return projects, total, rows.Err()
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
	projects, total, err := find("WHERE $1 IN ('all', status)", order, r.FormValue("status"), page, perPage)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	pages := (total + perPage - 1) / perPage
	json.NewEncoder(w).Encode(map[string]any{"data": projects, "pagination": map[string]any{
		"page": page, "per_page": perPage, "total_items": total, "total_pages": pages,
		"has_next": page < pages, "has_prev": page > 1,
	}})
}

func main() {
	db, _ = sql.Open("postgres", "")
	http.HandleFunc("/v1/projects", list)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
