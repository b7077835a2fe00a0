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

type Pagination struct {
	Page       int  `json:"page"`
	PerPage    int  `json:"per_page"`
	TotalItems int  `json:"total_items"`
	TotalPages int  `json:"total_pages"`
	HasNext    bool `json:"has_next"`
	HasPrev    bool `json:"has_prev"`
}

var db *sql.DB

func projects(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-API-Key") != os.Getenv("API_KEY") {
		http.Error(w, "wrong key", http.StatusUnauthorized)
		return
	}
	found, pagination, err := find(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"data": found, "pagination": pagination})
}

func number(r *http.Request, name string, otherwise int) int {
	if n, err := strconv.Atoi(r.FormValue(name)); err == nil {
		return n
	}
	return otherwise
}

func find(r *http.Request) ([]Project, *Pagination, error) {
	p := Pagination{Page: number(r, "page", 1), PerPage: number(r, "per_page", 20)}
	column := map[string]string{"name": "name", "updated_at": "updated_at"}[r.FormValue("sort_by")]
	if column == "" {
		column = "created_at"
	}
	direction := "DESC"
	if r.FormValue("order") == "asc" {
		direction = "ASC"
	}
	where := "WHERE $1 IN ('all', '', status)"
	count := db.QueryRow("SELECT COUNT(*) FROM projects "+where, r.FormValue("status"))
	if err := count.Scan(&p.TotalItems); err != nil {
		return nil, nil, err
	}
	p.TotalPages = (p.TotalItems + p.PerPage - 1) / p.PerPage
	p.HasNext, p.HasPrev = p.Page < p.TotalPages, p.Page > 1
	query := fmt.Sprintf("SELECT * FROM projects %s ORDER BY %s %s LIMIT $2 OFFSET $3", where, column, direction)
	rows, err := db.Query(query, r.FormValue("status"), p.PerPage, (p.Page-1)*p.PerPage)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var found []Project
	for rows.Next() {
		var one Project
		if err := rows.Scan(&one.ID, &one.Name, &one.Status, &one.CreatedAt, &one.UpdatedAt); err != nil {
			return nil, nil, err
		}
		found = append(found, one)
	}
	return found, &p, rows.Err()
}

func main() {
	var err error
	if db, err = sql.Open("postgres", ""); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/v1/projects", projects)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
